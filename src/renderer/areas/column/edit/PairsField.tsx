import { Button, Field, FieldContextProvider, Input, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, DocumentSearchRegular } from '@fluentui/react-icons'
import { useId, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { errorAt } from '#renderer/ui/fields/formErrors.ts'
import { TemplateChooser } from '../templates/TemplateChooser.tsx'
import type { ColumnControl } from './form.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, justifyItems: 'start' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto auto',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    alignItems: 'start',
  },
  none: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  control: ColumnControl
  kind: 'List' | 'Detail'
  /** 列表页 or 详情页 */
  title: string
  siteId: number
  hint: string
}

const MAX_PAIRS = 50

/** Page addresses, each with the template that renders it; both lists keep the same length (A·§3). */
export function PairsField({ control, kind, title, siteId, hint }: Props) {
  const styles = useStyles()
  const label = useId()
  const names = { address: `front${kind}Url`, template: `front${kind}Template` } as const
  const addresses = useController({ control, name: names.address }).field
  const templates = useController({ control, name: names.template }).field
  const { errors } = useFormState({ control })
  const [choosingIndex, setChoosingIndex] = useState<number | null>(null)
  const rows = addresses.value ?? []
  const templateFiles = templates.value ?? []

  const updateRow = (index: number, part: { address?: string; template?: string }): void => {
    if (part.address !== undefined) addresses.onChange(rows.with(index, part.address))
    if (part.template !== undefined)
      templates.onChange(rows.map((_, at) => (at === index ? part.template : templateFiles[at]) ?? ''))
  }
  const add = (): void => {
    addresses.onChange([...rows, ''])
    templates.onChange([...rows.map((_, at) => templateFiles[at] ?? ''), ''])
  }
  const remove = (index: number): void => {
    addresses.onChange(rows.toSpliced(index, 1))
    templates.onChange(rows.map((_, at) => templateFiles[at] ?? '').toSpliced(index, 1))
  }

  return (
    <Field label={{ children: `${title}地址和模板`, id: label }} hint={hint}>
      <div role="group" aria-labelledby={label} className={styles.root}>
        <FieldContextProvider value={undefined}>
          {rows.length === 0 && <Text className={styles.none}>还没有{title}</Text>}
          {rows.map((address, index) => (
            <div key={index} className={styles.row}>
              <Field validationMessage={errorAt(errors, `${names.address}.${index}`)}>
                <Input
                  ref={index === 0 ? addresses.ref : undefined}
                  aria-label={`${title}地址 ${index + 1}`}
                  placeholder={kind === 'List' ? '/news/index.html' : '/news/{id}.html'}
                  value={address}
                  onBlur={addresses.onBlur}
                  onChange={(_event, { value }) => updateRow(index, { address: value })}
                />
              </Field>
              <Field validationMessage={errorAt(errors, `${names.template}.${index}`)}>
                <Input
                  aria-label={`${title}模板 ${index + 1}`}
                  placeholder="模板文件，例如 list.html"
                  value={templateFiles[index] ?? ''}
                  onChange={(_event, { value }) => updateRow(index, { template: value })}
                />
              </Field>
              <Button
                icon={<DocumentSearchRegular />}
                aria-label={`选择${title}模板 ${index + 1}`}
                onClick={() => setChoosingIndex(index)}
              >
                选择模板
              </Button>
              <Button
                appearance="subtle"
                icon={<DeleteRegular />}
                aria-label={`移除${title} ${index + 1}`}
                onClick={() => remove(index)}
              />
            </div>
          ))}
          <Button icon={<AddRegular />} disabled={rows.length >= MAX_PAIRS} onClick={add}>
            添加{title}
          </Button>
          {choosingIndex !== null && (
            <TemplateChooser
              siteId={siteId}
              title={`选择${title}模板`}
              chosen={templateFiles[choosingIndex] ?? ''}
              onChoose={(template) => updateRow(choosingIndex, { template })}
              onClose={() => setChoosingIndex(null)}
            />
          )}
        </FieldContextProvider>
      </div>
    </Field>
  )
}
