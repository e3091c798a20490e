"""The commands of ``clio admin``, each loaded only when it is used."""
