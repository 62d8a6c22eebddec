"""What is particular to learning EinStein würfelt nicht!."""
