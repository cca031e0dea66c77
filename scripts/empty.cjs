// In place of packages that a bundle does without (build-programs.mjs).
