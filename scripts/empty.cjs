// Replaces packages that a bundle does not need (build-programs.mjs).
