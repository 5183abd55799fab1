"""Empire Deluxe: hidden worlds, cities that build, units whose orders go on, several game turns a mailing."""
