"""A seat's field of cards and goods, and everything that counts or finds cards there."""
