import type { GriffelStyle } from '@fluentui/react-components'
import { descendantSelectors, CONTENT_ELEMENTS } from '#shared/domain/contentLook.ts'

/** Styles of the elements of rich text, for a class with CONTENT_BASE. */
export const CONTENT_RULES: GriffelStyle = Object.fromEntries(
  Object.entries(CONTENT_ELEMENTS).map(([names, look]) => [descendantSelectors('&', names), look]),
)
