/** The version of the interface; changes when its specification does. */
export const apiVersion = '1.0.0'
