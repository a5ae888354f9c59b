"""Where something moves or changed, and how good the picture is. Small grey pictures come in, regions and troubles go
out."""
