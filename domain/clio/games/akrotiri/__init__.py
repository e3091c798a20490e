"""Akrotiri: two explorers chart the islands around Thera and dig for hidden temples."""
