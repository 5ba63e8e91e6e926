import { Button, makeStyles } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { z } from 'zod'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { StepWizard } from '#renderer/ui/form/StepWizard.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { saved } from '#renderer/areas/demo/shared/samples.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ start: { alignSelf: 'start' } })

const SITES = ['集团官网', '海洋科技', '校园频道', '新闻门户'] as const
const MODES = ['自动转发', '手动转发'] as const
const options = (names: readonly string[]) => names.map((name) => ({ value: name, title: name }))

interface Rule {
  name: string
  source: string
  target: string
  mode: string
}
const basicStep = z.object({ name: z.string().trim().min(1, '请输入规则名称'), source: z.string() })
const targetStep = z.object({ target: z.string(), mode: z.string() })

const FIRST: readonly Rule[] = [
  { name: '要闻转发', source: '集团官网', target: '新闻门户', mode: '自动转发' },
  { name: '招聘信息', source: '集团官网', target: '校园频道', mode: '手动转发' },
]
const COLUMNS: readonly TableColumn<Rule>[] = [
  { key: 'name', title: '规则名称', render: (row) => row.name },
  { key: 'source', title: '来源站点', width: '140px', render: (row) => row.source },
  { key: 'target', title: '目标站点', width: '140px', render: (row) => row.target },
  { key: 'mode', title: '转发方式', width: '140px', render: (row) => row.mode },
]

/** 跨站转发规则和两步的向导，示例数据，不连接服务器。 */
export function ForwardingRules() {
  const styles = useStyles()
  const [rows, setRows] = useState(FIRST)
  const [open, setOpen] = useState(false)
  return (
    <DemoPage title="转发规则" text="跨站转发规则和两步的向导，示例数据，不连接服务器。">
      <Button className={styles.start} appearance="primary" icon={<AddRegular />} onClick={() => setOpen(true)}>
        添加规则
      </Button>
      <DataTable
        label="转发规则"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.name}
        rowLabel={(row) => row.name}
      />
      {open && (
        <StepWizard<Rule>
          title="转发规则（示例）"
          values={{ name: '', source: SITES[0], target: SITES[1], mode: MODES[0] }}
          save={async (rule) => {
            const answer = await saved()
            setRows([...rows, rule])
            return answer
          }}
          onClose={() => setOpen(false)}
          steps={[
            {
              title: '基本信息',
              schema: basicStep,
              render: (control) => (
                <>
                  <TextField control={control} name="name" label="规则名称" required />
                  <SelectField control={control} name="source" label="来源站点" options={options(SITES)} />
                </>
              ),
            },
            {
              title: '转发到',
              schema: targetStep,
              render: (control) => (
                <>
                  <SelectField control={control} name="target" label="目标站点" options={options(SITES)} />
                  <SelectField control={control} name="mode" label="转发方式" options={options(MODES)} />
                </>
              ),
            },
          ]}
        />
      )}
    </DemoPage>
  )
}
