declare const sealed: unique symbol

/** What `secrets/sealing` made of a secret; '' for none. Its column has a line in `secrets/places`. */
export type Sealed = '' | (string & { readonly [sealed]: true })
