"""Players of Hachi-Nin Meri, over observations alone."""
