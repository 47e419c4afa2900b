/** Where anyone verifies a receipt that they were sent. */
export const verifyAddress = (): string => `${location.origin}/#/verify`;
