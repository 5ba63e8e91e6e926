import { type ReactNode, useMemo, useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { MarkedWords, type Words } from '#renderer/features/richText/words/markedWords.ts'
import type { FormField } from '../form/loadEntry.ts'
import { HitNotes } from './HitNotes.tsx'

interface Props {
  field: FormField
  hits: readonly SensitiveHit[]
  /** The first of the form that has some. */
  first: boolean
  onReplace: (hit: SensitiveHit) => void
  children: ReactNode
}

/** A field, the sensitive words in it marked where they stand, and what is said of them below it. */
export function WithHits({ field, hits, first, onReplace, children }: Props) {
  const [asked, ask] = useState<Words['asked']>(null)
  const words = useMemo(() => ({ words: hits.map(({ word }) => word), asked }), [hits, asked])
  return (
    <>
      <MarkedWords value={words}>{children}</MarkedWords>
      {hits.length > 0 && (
        <HitNotes
          label={field.fieldAlias || field.fieldName}
          {...{ hits, first, onReplace }}
          {...(field.fieldType === 'Editor' ? { onShow: (word: string) => ask({ word }) } : {})}
        />
      )}
    </>
  )
}
