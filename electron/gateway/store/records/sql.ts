/** @param place of their names, as JSON */
export const amongOutlets = (place: string): string => `outlet_name IN (SELECT value FROM json_each(${place}))`
