"""Search over whole turns of connect6: threats, defences, alpha-beta."""
