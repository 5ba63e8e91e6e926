import { Button, Field, makeStyles, Text, tokens } from '@fluentui/react-components'
import { BookRegular } from '@fluentui/react-icons'
import { memo, useEffect, useRef, useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import {
  DICTIONARY_TYPES,
  type DictionaryMark,
  parseDictionaryMark,
  formatDictionaryMark,
} from '#shared/domain/relationMark.ts'
import { dictionaryForm } from '#shared/contract/fieldForm.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import {
  dictionaryKind,
  type DictionaryKind,
  useDictionaries,
} from '#renderer/features/dictionaries/useDictionaries.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { DictionaryField } from '#renderer/features/dictionaries/DictionarySelect.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, justifyItems: 'start' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  text: { overflowWrap: 'anywhere' },
})

interface Props {
  relationMark: string
  siteId: number
  readOnly: boolean
  onChange: (relationMark: string) => void
}

/** The dictionary of a single-line field (A·§2), with buttons to configure and to remove it. */
export const DictionaryPart = memo(function DictionaryPart({ relationMark, siteId, readOnly, onChange }: Props) {
  const styles = useStyles()
  const [isConfiguring, setIsConfiguring] = useState(false)
  const mark = parseDictionaryMark(relationMark)
  const { options, current } = useDictionaries(siteId, dictionaryKind(mark?.type ?? 0))
  const title = options?.find(({ id }) => id === mark?.id)?.title
  const type = DICTIONARY_TYPES.find(({ id }) => id === mark?.type)?.title ?? '未选择类型'
  const dictionaryText =
    current && !title ? `编号 ${mark?.id}（字典已不存在，请重新配置）` : (title ?? `编号 ${mark?.id}`)
  return (
    <Field label="字典">
      <div className={styles.root} role="group" aria-label="字典">
        <Text className={styles.text}>{mark ? `${dictionaryText} · ${type}` : '未使用字典'}</Text>
        {!readOnly && (
          <div className={styles.buttons}>
            <Button icon={<BookRegular />} onClick={() => setIsConfiguring(true)}>
              字典配置
            </Button>
            {relationMark !== '' && (
              <Button appearance="subtle" onClick={() => onChange('')}>
                移除字典
              </Button>
            )}
          </div>
        )}
      </div>
      {isConfiguring && (
        <DictionaryDialog
          mark={mark ?? { id: 0, type: 0 }}
          siteId={siteId}
          onChosen={(chosen) => onChange(formatDictionaryMark(chosen))}
          onClose={() => setIsConfiguring(false)}
        />
      )}
    </Field>
  )
})

type Form = Control<z.input<typeof dictionaryForm>, unknown, z.output<typeof dictionaryForm>>

const TYPES = DICTIONARY_TYPES.map(({ id, title }) => ({ value: id, title }))

interface DictionaryDialogProps {
  mark: DictionaryMark
  siteId: number
  onChosen: (mark: DictionaryMark) => void
  onClose: () => void
}

/** Chooses a dictionary and its input type (A·§2, A·§5). The choice is saved with the field. */
function DictionaryDialog({ mark, siteId, onChosen, onClose }: DictionaryDialogProps) {
  return (
    <FormDialog
      title="字典配置"
      schema={dictionaryForm}
      values={{ id: mark.id, type: mark.type }}
      releaseMs={0}
      save={async (chosen) => {
        onChosen(chosen)
        return { code: SUCCESS, data: chosen }
      }}
      onClose={onClose}
    >
      {(control) => <DictionaryFormFields control={control} siteId={siteId} />}
    </FormDialog>
  )
}

function DictionaryFormFields({ control, siteId }: { control: Form; siteId: number }) {
  const type = Number(useWatch({ control, name: 'type' }) ?? 0)
  const { field } = useController({ control, name: 'id' })
  const kind = dictionaryKind(type)
  // Flat and multi-level dictionaries have separate ids, so each kind remembers its own choice.
  const choices = useRef<Record<DictionaryKind, number>>({ flat: 0, 'multi-level': 0 })
  const previousKind = useRef(kind)
  useEffect(() => {
    if (previousKind.current === kind) return
    choices.current[previousKind.current] = Number(field.value ?? 0)
    previousKind.current = kind
    field.onChange(choices.current[kind])
  }, [kind, field])
  return (
    <>
      <RadioGroupField control={control} name="type" label="类型" required options={TYPES} />
      <DictionaryField
        control={control}
        name="id"
        label={kind === 'flat' ? '字典' : '多级字典'}
        required
        siteId={siteId}
        kind={kind}
        hint={kind === 'flat' ? '在“字典管理”中维护' : '在“多级字典”中维护'}
      />
    </>
  )
}
