/** The product's name: in a browser from the page's head, which one configuration fills when the site is built. */
export const PRODUCT_NAME: string =
  (typeof document === 'undefined'
    ? process.env.PRODUCT_NAME
    : document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content) || 'Filemill';
