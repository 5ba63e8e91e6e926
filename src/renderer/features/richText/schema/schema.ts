import type { Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { PreservedAttributes } from './attributes.ts'
import { Paragraph, Section } from './blocks.ts'
import { MARKS } from './marks.ts'
import { Image, Player } from './media.ts'
import { Ruby } from './ruby.ts'
import { TABLES } from './table.ts'

/** All extensions of the schema: it covers everything that htmlRules allow, so that opening a text changes nothing. */
export const schemaExtensions = (media: Extensions = [Image, Player]): Extensions => [
  StarterKit.configure({ paragraph: false, link: false, code: false, trailingNode: false, dropcursor: { width: 2 } }),
  Paragraph,
  Section,
  PreservedAttributes,
  ...MARKS,
  ...TABLES,
  Ruby,
  ...media,
]
