import {
  Button,
  Field,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { ChevronDownRegular, DismissRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { pathTitles } from '#renderer/features/entry/treePath.ts'
import { CascaderLevels } from './CascaderLevels.tsx'
import type { EntryBound } from './entryBound.ts'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  button: { justifyContent: 'space-between', fontWeight: tokens.fontWeightRegular, maxWidth: '100%' },
  surface: { boxSizing: 'border-box', maxWidth: '90vw', padding: 0 },
})

/** Chooses an entry of a multi-level dictionary; the value is its path of ids, joined by commas (contradictions.md 85). */
export function CascaderField({ dictionaryId, ...bound }: EntryBound & { dictionaryId: number }) {
  const styles = useStyles()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useRead('classify.getTree', { id: dictionaryId }, { quiet: true })
  if (error) return <TextField {...bound} hint={`字典加载失败（${error.message}），可直接填写编号`} />
  if (!data)
    return (
      <Field label={bound.label} required={bound.required}>
        <Spinner size="tiny" label="正在加载选项…" labelPosition="after" style={{ justifyContent: 'start' }} />
      </Field>
    )
  return (
    <FieldFrame {...bound} group>
      {({ value, onChange, onBlur, ref }) => {
        const text = typeof value === 'string' ? value : ''
        return (
          <div ref={focusRef(ref)} className={styles.root} onBlur={onBlur}>
            <Popover
              open={isOpen}
              onOpenChange={(_event, data) => setIsOpen(data.open)}
              trapFocus
              positioning={{ position: 'below', align: 'start' }}
            >
              <PopoverTrigger disableButtonEnhancement>
                <Button
                  className={styles.button}
                  data-print="keep"
                  icon={<ChevronDownRegular />}
                  iconPosition="after"
                  aria-label={`选择${bound.label}`}
                >
                  {text ? pathTitles(data, choicesIn(text)).join(' / ') : '请选择'}
                </Button>
              </PopoverTrigger>
              <PopoverSurface className={styles.surface} aria-label={bound.label}>
                <CascaderLevels
                  tree={data}
                  chosen={choicesIn(text)}
                  onChoose={(way) => {
                    onChange(way.join(','))
                    setIsOpen(false)
                  }}
                />
              </PopoverSurface>
            </Popover>
            {text && (
              <Button
                appearance="subtle"
                icon={<DismissRegular />}
                aria-label={`清空${bound.label}`}
                onClick={() => onChange('')}
              />
            )}
          </div>
        )
      }}
    </FieldFrame>
  )
}
