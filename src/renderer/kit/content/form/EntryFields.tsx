import { makeStyles, tokens } from '@fluentui/react-components'
import { type ReactNode, useEffect, useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { ENTRY_FORM } from '#renderer/text/contentForm.ts'
import { EmptyState } from '#renderer/kit/feedback/States.tsx'
import { useFocusStays } from '#renderer/kit/useFocusStays.ts'
import { EntryField } from '../fields/EntryField.tsx'
import { HitNotes } from '../sensitive/HitNotes.tsx'
import type { EntryForm } from './useEntryForm.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', minWidth: 0 },
  field: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
})

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

interface Props {
  form: Pick<EntryForm, 'control' | 'fields' | 'sensitive'>
  siteId: number
}

/** The inputs of an entry in the order of the column's fields, with the sensitive words that were found in them. */
export function EntryFields({ form: { control, fields, sensitive }, siteId }: Props) {
  const styles = useStyles()
  const drawn = fields.slice(0, useDrawn(fields.length))
  if (fields.length === 0) return <EmptyState title={ENTRY_FORM.noFields} text={ENTRY_FORM.noFieldsHelp} />
  const marked = fields.find(({ fieldName }) => sensitive.hits.some((hit) => hit.fieldName === fieldName))
  const hits = Map.groupBy(sensitive.hits, ({ fieldName }: SensitiveHit) => fieldName)
  return (
    <div className={styles.root}>
      {drawn.map((field) => {
        const found = hits.get(field.fieldName)
        return (
          <Place key={field.fieldName}>
            <EntryField control={control} field={field} siteId={siteId} />
            {found && (
              <HitNotes
                hits={found}
                label={field.fieldAlias || field.fieldName}
                first={field === marked}
                onReplace={sensitive.replace}
              />
            )}
          </Place>
        )
      })}
    </div>
  )
}

/** A field and what is said of it: a note that goes with its word leaves the focus to the next one, or to the field. */
function Place({ children }: { children: ReactNode }) {
  const styles = useStyles()
  const root = useFocusStays<HTMLDivElement>()
  return (
    <div ref={root} className={styles.field}>
      {children}
    </div>
  )
}
