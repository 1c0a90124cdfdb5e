/** The product's name, from the page's head: one configuration fills it when the site is built. */
export const PRODUCT_NAME: string =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Filemill';
