export const examplePhotoId = 'photo_mJ3v0QyqkZ1sWbT8hU2xD5cLrEa9NfGp';

/** The key of a visitor's photo. */
export const exampleDeleteKey = 'delete_Zt7KxPq4RwYb1NcVd8MgLhJs3FaEu6Ti';

export const photoParam = {
  id: {
    description: 'The id from the answer to the upload.',
    example: examplePhotoId,
  },
} as const;
