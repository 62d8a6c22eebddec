"""The checks of XBoard's protocol."""
