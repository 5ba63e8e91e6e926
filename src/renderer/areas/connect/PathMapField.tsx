import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  Input,
  makeStyles,
  Select,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import { AddRegular, DeleteRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import type { connectionForm } from '#shared/contract/host.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'

type In = z.input<typeof connectionForm>
type Out = z.output<typeof connectionForm>

const useStyles = makeStyles({
  hint: { color: tokens.colorNeutralForeground3 },
  rows: { display: 'grid', gap: tokens.spacingVerticalS, paddingBlock: tokens.spacingVerticalS },
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto', gap: tokens.spacingHorizontalS },
})

/** Operations whose paths may differ on an installation; the sign-in calls are among them. */
const OPERATION_CHOICES = apiNames.map((name) => ({ name, title: operations[name].title, path: operations[name].path }))

/** The optional path map from an operation to its path on that server. */
export function PathMapField({ control }: { control: Control<In, unknown, Out> }) {
  const styles = useStyles()
  const { field } = useController({ control, name: 'pathMap' })
  // Rows instead of a map: a new row has no operation yet.
  const [rows, setRows] = useState<readonly [string, string][]>(() => Object.entries(field.value ?? {}))
  const change = (next: readonly [string, string][]): void => {
    setRows(next)
    field.onChange(Object.fromEntries(next.filter(([name, path]) => name && path.trim())))
  }
  const replace = (at: number, row: [string, string]): void => change(rows.map((each, i) => (i === at ? row : each)))

  return (
    <Accordion collapsible defaultOpenItems={rows.length > 0 ? ['map'] : []}>
      <AccordionItem value="map">
        <AccordionHeader>路径映射（可选）</AccordionHeader>
        <AccordionPanel>
          <Text size={200} className={styles.hint}>
            仅当服务器的接口路径与默认值不同时填写
          </Text>
          <div className={styles.rows}>
            {rows.map(([name, path], index) => (
              <div key={index} className={styles.row}>
                <Select aria-label="接口" value={name} onChange={(_e, data) => replace(index, [data.value, path])}>
                  <option value="">请选择接口</option>
                  {OPERATION_CHOICES.map((choice) => (
                    <option key={choice.name} value={choice.name}>
                      {choice.title}（{choice.name}）
                    </option>
                  ))}
                </Select>
                <Input
                  aria-label="路径"
                  placeholder={OPERATION_CHOICES.find((choice) => choice.name === name)?.path ?? '路径'}
                  value={path}
                  onChange={(_e, data) => replace(index, [name, data.value])}
                />
                <Tooltip content="移除此行" relationship="label">
                  <Button
                    appearance="subtle"
                    icon={<DeleteRegular />}
                    onClick={() => change(rows.filter((_row, at) => at !== index))}
                  />
                </Tooltip>
              </div>
            ))}
          </div>
          <Button size="small" icon={<AddRegular />} onClick={() => change([...rows, ['', '']])}>
            添加一行
          </Button>
        </AccordionPanel>
      </AccordionItem>
    </Accordion>
  )
}
