/** What may be chosen as a picture: what the server reads. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];
