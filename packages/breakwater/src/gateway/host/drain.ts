/** How long answers may still come once nothing new is taken, in milliseconds. */
export const drainMs = 5_000;
