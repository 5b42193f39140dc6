"""What has been played: reading it as one may, proving it, taking it elsewhere and bringing it in."""
