/**
 * Gives the nonce of the page to style elements that are made from now on. Monaco makes its own and knows no nonce;
 * without one the page's policy (shared/security/csp.ts) drops them.
 */
export function giveNonceToStyles(document: Document): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (!nonce) return
  const create = document.createElement.bind(document)
  const withNonce = (tag: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(tag, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  Object.assign(document, { createElement: withNonce })
}
