"""CHEERS, by Shi Chen, Chuo-Jui Yang and Ke-Chen Hsu."""
