import type { GriffelStyle } from '@fluentui/react-components'
import { below, CONTENT_ELEMENTS } from '#shared/domain/contentLook.ts'

/** The elements of rich text below the class that has CONTENT_BASE. */
export const CONTENT_RULES: GriffelStyle = Object.fromEntries(
  Object.entries(CONTENT_ELEMENTS).map(([names, look]) => [below('&', names), look]),
)
