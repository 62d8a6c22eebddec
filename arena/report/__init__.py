"""What people see of a run: tables in the terminal, a page with plots."""
