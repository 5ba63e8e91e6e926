import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useFocusStays } from '#renderer/ui/focus/useFocusStays.ts'
import { MarkedWords, type Words } from '#renderer/features/richText/words/markedWords.ts'
import { EntryField } from './fields/EntryField.tsx'
import type { FormField } from './loadEntry.ts'
import type { EntryForm } from './useEntryForm.ts'
import { EntryNotesPanel, FieldNotes } from './EntryNotes.tsx'
import { HitNotes } from '../sensitive/HitNotes.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalXXL,
    rowGap: tokens.spacingVerticalL,
    alignItems: 'start',
    minWidth: 0,
  },
  beside: {
    '--editor-height': 'calc(100vh - 250px)',
    gridTemplateColumns: 'minmax(0, 1fr) clamp(300px, 26%, 420px)',
  },
  main: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalL,
    alignContent: 'start',
    minWidth: 0,
  },
  side: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    rowGap: tokens.spacingVerticalL,
    columnGap: tokens.spacingHorizontalXXL,
    alignContent: 'start',
    alignItems: 'start',
    minWidth: 0,
  },
  column: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    paddingInlineStart: tokens.spacingHorizontalXXL,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { gridColumn: '1 / -1' },
  // A picture takes two rows, so that two text fields fit beside it.
  tall: { gridRow: 'span 2' },
  field: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, alignContent: 'start' },
})

const NO_HITS: readonly SensitiveHit[] = []

/** More than fit into a window. */
const FIRST = 12

/** A window that nobody sees has no frames; it is drawn on after this, ms. */
const UNSEEN_MS = 100

/**
 * How many fields are drawn: what the window shows at once, the rest part by part as soon as that is seen, so that keys
 * come through between. By ordinary changes of state: an editor takes itself for given up in the pauses of a deferred one,
 * and all fields are drawn a second time.
 */
function useDrawn(all: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    if (drawn >= all) return undefined
    const more = (): void => setDrawn(drawn + FIRST)
    const isFirst = drawn === FIRST
    let timer = setTimeout(more, isFirst ? UNSEEN_MS : 0)
    const seen = (): void => {
      clearTimeout(timer)
      timer = setTimeout(more)
    }
    const frame = isFirst ? requestAnimationFrame(seen) : 0
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, all])
  return drawn
}

/** The fields of a form in its two parts. */
interface Layout {
  /** What is written: the title and the texts. All fields when there is no text to write. */
  main: readonly FormField[]
  /** What is said about it, in a column beside the text or below it. */
  side: readonly FormField[]
}

/**
 * The writing comes first, so that it is in sight whatever the column asks for beside it; in each part the fields stand in
 * the column's order.
 */
function layoutOf(fields: readonly FormField[]): Layout {
  if (!fields.some(({ fieldType }) => fieldType === 'Editor')) return { main: fields, side: [] }
  const title = fields.find(({ fieldName }) => fieldName === 'title') ?? fields.find(isLine)
  const isMain = (field: FormField): boolean => field === title || field.fieldType === 'Editor'
  return { main: fields.filter(isMain), side: fields.filter((field) => !isMain(field)) }
}
const isLine = ({ fieldType }: FormField): boolean => fieldType === 'SingleLine'

const SHORT: ReadonlySet<string> = new Set(['SingleLine', 'Date', 'DateTime', 'Photo', 'Video', 'File'])
/** Two of them fit side by side. */
const isShort = ({ fieldType }: FormField): boolean => SHORT.has(fieldType)

const TALL: ReadonlySet<string> = new Set(['Photo', 'Video'])
/** Of those that are short, the ones that take as much height as two inputs. */
const isTall = ({ fieldType }: FormField): boolean => TALL.has(fieldType)

interface Props {
  form: Pick<EntryForm, 'control' | 'fields' | 'sensitive'>
  siteId: number
  /** The other fields stand in a column beside the text, not below it. */
  wide?: boolean
}

/** The inputs of an entry, the writing first (layoutOf), with the sensitive words that were found in them. */
export function EntryFields({ form: { control, fields, sensitive }, siteId, wide = false }: Props) {
  const styles = useStyles()
  const { main, side } = useMemo(() => layoutOf(fields), [fields])
  const drawn = useDrawn(fields.length)
  const hits = useMemo(() => Map.groupBy(sensitive.hits, (hit: SensitiveHit) => hit.fieldName), [sensitive.hits])
  if (fields.length === 0)
    return <EmptyState title="这个栏目还没有可以填写的字段" text="请先在“栏目管理”中为它设置字段。" />
  const marked = fields.find(({ fieldName }) => sensitive.hits.some((hit) => hit.fieldName === fieldName))
  const place = (field: FormField, isHalf: boolean) => {
    const found = hits.get(field.fieldName) ?? NO_HITS
    return (
      <Place key={field.fieldName} isHalf={isHalf} isTall={isHalf && !wide && isTall(field)}>
        <WithHits field={field} hits={found} first={field === marked} onReplace={sensitive.replace}>
          <FieldNotes field={field}>
            <EntryField control={control} field={field} siteId={siteId} />
          </FieldNotes>
        </WithHits>
      </Place>
    )
  }
  const notesBeside = wide && side.length > 0
  return (
    <div className={mergeClasses(styles.root, wide && side.length > 0 && styles.beside)}>
      <div className={styles.main}>
        {main.slice(0, drawn).map((field) => place(field, false))}
        {!notesBeside && <EntryNotesPanel fields={fields} />}
      </div>
      {drawn > main.length && side.length > 0 && (
        <div className={mergeClasses(styles.side, wide && styles.column)}>
          {notesBeside && (
            <div className={styles.line}>
              <EntryNotesPanel fields={fields} />
            </div>
          )}
          {side.slice(0, drawn - main.length).map((field) => place(field, isShort(field)))}
        </div>
      )}
    </div>
  )
}

/** A field and what is said of it: a note that goes with its word leaves the focus to the next one, or to the field. */
function Place({ isHalf, isTall, children }: { isHalf: boolean; isTall: boolean; children: ReactNode }) {
  const styles = useStyles()
  const root = useFocusStays<HTMLDivElement>()
  return (
    <div ref={root} className={mergeClasses(styles.field, !isHalf && styles.line, isTall && styles.tall)}>
      {children}
    </div>
  )
}

interface WithHitsProps {
  field: FormField
  hits: readonly SensitiveHit[]
  /** The first of the form that has some. */
  first: boolean
  onReplace: (hit: SensitiveHit) => void
  children: ReactNode
}

/** A field, the sensitive words in it marked where they stand, and what is said of them below it. */
function WithHits({ field, hits, first, onReplace, children }: WithHitsProps) {
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
