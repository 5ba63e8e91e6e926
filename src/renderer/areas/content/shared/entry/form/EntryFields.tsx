import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useRestoreFocus } from '#renderer/ui/focus/useRestoreFocus.ts'
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
  // A picture spans two rows, so that two text fields fit beside it.
  tall: { gridRow: 'span 2' },
  field: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, alignContent: 'start' },
})

const NO_HITS: readonly SensitiveHit[] = []

/** Fields rendered at a time; more than fit into a window. */
const BATCH_SIZE = 12

/** Rendering continues after this delay in a hidden window, which gets no animation frames. */
const HIDDEN_WINDOW_DELAY_MS = 100

/**
 * The number of fields to render: first what fits the window, then more in batches, so that typing stays responsive.
 * Ordinary state updates are used, because deferred updates would render all fields twice and reset the text editor.
 */
function useRenderedCount(all: number): number {
  const [renderedCount, setRenderedCount] = useState(BATCH_SIZE)
  useEffect(() => {
    if (renderedCount >= all) return undefined
    const renderMore = (): void => setRenderedCount(renderedCount + BATCH_SIZE)
    const isFirst = renderedCount === BATCH_SIZE
    let timer = setTimeout(renderMore, isFirst ? HIDDEN_WINDOW_DELAY_MS : 0)
    const onFrame = (): void => {
      clearTimeout(timer)
      timer = setTimeout(renderMore)
    }
    const frame = isFirst ? requestAnimationFrame(onFrame) : 0
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [renderedCount, all])
  return renderedCount
}

/** The fields of a form in two parts. */
interface Layout {
  /** Title and rich texts; all fields if the form has no rich text. */
  main: readonly FormField[]
  /** All other fields, in a column beside the text or below it. */
  side: readonly FormField[]
}

/**
 * Title and rich texts come first, so that they are always visible; each part keeps the field order of the column.
 */
function splitFields(fields: readonly FormField[]): Layout {
  if (!fields.some(({ fieldType }) => fieldType === 'Editor')) return { main: fields, side: [] }
  const title = fields.find(({ fieldName }) => fieldName === 'title') ?? fields.find(isLine)
  const isMain = (field: FormField): boolean => field === title || field.fieldType === 'Editor'
  return { main: fields.filter(isMain), side: fields.filter((field) => !isMain(field)) }
}
const isLine = ({ fieldType }: FormField): boolean => fieldType === 'SingleLine'

const SHORT_TYPES: ReadonlySet<string> = new Set(['SingleLine', 'Date', 'DateTime', 'Photo', 'Video', 'File'])
/** Two short fields fit side by side. */
const isShort = ({ fieldType }: FormField): boolean => SHORT_TYPES.has(fieldType)

const TALL_TYPES: ReadonlySet<string> = new Set(['Photo', 'Video'])
/** Short fields that are as high as two inputs. */
const isTall = ({ fieldType }: FormField): boolean => TALL_TYPES.has(fieldType)

interface Props {
  form: Pick<EntryForm, 'control' | 'fields' | 'sensitive'>
  siteId: number
  /** Shows the other fields beside the text instead of below it. */
  wide?: boolean
}

/** The inputs of an entry (ordered by splitFields), with the sensitive words found in them. */
export function EntryFields({ form: { control, fields, sensitive }, siteId, wide = false }: Props) {
  const styles = useStyles()
  const { main, side } = useMemo(() => splitFields(fields), [fields])
  const renderedCount = useRenderedCount(fields.length)
  const hits = useMemo(() => Map.groupBy(sensitive.hits, (hit: SensitiveHit) => hit.fieldName), [sensitive.hits])
  if (fields.length === 0)
    return <EmptyState title="该栏目还没有可填写的字段" text="请先在“栏目管理”中设置该栏目的字段" />
  const firstFieldWithHits = fields.find(({ fieldName }) => sensitive.hits.some((hit) => hit.fieldName === fieldName))
  const renderField = (field: FormField, isHalf: boolean) => {
    const fieldHits = hits.get(field.fieldName) ?? NO_HITS
    return (
      <FieldCell key={field.fieldName} isHalf={isHalf} isTall={isHalf && !wide && isTall(field)}>
        <FieldWithHits
          field={field}
          hits={fieldHits}
          first={field === firstFieldWithHits}
          onReplace={sensitive.replace}
        >
          <FieldNotes field={field}>
            <EntryField control={control} field={field} siteId={siteId} />
          </FieldNotes>
        </FieldWithHits>
      </FieldCell>
    )
  }
  const notesBeside = wide && side.length > 0
  return (
    <div className={mergeClasses(styles.root, wide && side.length > 0 && styles.beside)}>
      <div className={styles.main}>
        {main.slice(0, renderedCount).map((field) => renderField(field, false))}
        {!notesBeside && <EntryNotesPanel fields={fields} />}
      </div>
      {renderedCount > main.length && side.length > 0 && (
        <div className={mergeClasses(styles.side, wide && styles.column)}>
          {notesBeside && (
            <div className={styles.line}>
              <EntryNotesPanel fields={fields} />
            </div>
          )}
          {side.slice(0, renderedCount - main.length).map((field) => renderField(field, isShort(field)))}
        </div>
      )}
    </div>
  )
}

/** A field with its notes. When a focused note disappears, the focus moves to the next note or the field. */
function FieldCell({ isHalf, isTall, children }: { isHalf: boolean; isTall: boolean; children: ReactNode }) {
  const styles = useStyles()
  const root = useRestoreFocus<HTMLDivElement>()
  return (
    <div ref={root} className={mergeClasses(styles.field, !isHalf && styles.line, isTall && styles.tall)}>
      {children}
    </div>
  )
}

interface FieldWithHitsProps {
  field: FormField
  hits: readonly SensitiveHit[]
  /** Whether this is the first field with hits. */
  first: boolean
  onReplace: (hit: SensitiveHit) => void
  children: ReactNode
}

/** A field with its sensitive words highlighted and listed below it. */
function FieldWithHits({ field, hits, first, onReplace, children }: FieldWithHitsProps) {
  const [showRequest, setShowRequest] = useState<Words['showRequest']>(null)
  const words = useMemo(() => ({ words: hits.map(({ word }) => word), showRequest }), [hits, showRequest])
  return (
    <>
      <MarkedWords value={words}>{children}</MarkedWords>
      {hits.length > 0 && (
        <HitNotes
          label={field.fieldAlias || field.fieldName}
          {...{ hits, first, onReplace }}
          {...(field.fieldType === 'Editor' ? { onShow: (word: string) => setShowRequest({ word }) } : {})}
        />
      )}
    </>
  )
}
