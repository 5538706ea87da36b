/**
 * Characters from which on a known value is looked for everywhere. Shorter ones turn up in innocent text: they are
 * masked only where something is assigned, as a header, parameter, member or user information, and a configuration
 * that holds one deserves a warning.
 */
export const shortestSoughtAnywhere = 8;

/** Characters from which on a value that our configuration names is masked in successes too. */
export const shortestSoughtInSuccesses = 12;

/** Shorter values than this are words and numbers, whatever their name says. */
export const shortestKept = 3;
