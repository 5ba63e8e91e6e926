import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { z } from 'zod'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { DateRangeField } from '#renderer/ui/fields/DateRange.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { StepWizard } from '#renderer/ui/form/StepWizard.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { DemoContents } from '../shared/demoRoutes.ts'
import { column, useDemoStyles, useSampleSave } from '../shared/kit.tsx'
import { simulateSave } from '../shared/samples.ts'
import { DemoRows } from './DemoRows.tsx'

const options = (names: readonly string[]) => names.map((name) => ({ value: name, title: name }))
const SAVED = (): string => '保存成功（示例）'

/** A few regions; the mock endpoint /area/getList returns all of them. */
const REGIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  浙江省: { 杭州市: ['西湖区', '上城区', '滨江区'], 宁波市: ['海曙区', '鄞州区'] },
  广东省: { 广州市: ['越秀区', '天河区'], 深圳市: ['南山区', '福田区', '罗湖区'] },
  四川省: { 成都市: ['锦江区', '青羊区'], 绵阳市: ['涪城区'] },
}
const sampleForm = z.object({
  title: z.string().trim().min(1, '请输入名称').max(254),
  sort: z.number('排序必须是数字'),
  kind: z.string(),
  positions: z.array(z.number()).min(1, '请选择显示位置'),
  status: z.boolean(),
  dates: z.object({ start: z.string(), end: z.string() }),
  province: z.string().min(1, '请选择省份'),
  city: z.string().min(1, '请选择城市'),
  district: z.string(),
  note: z.string(),
})
const SAMPLE = {
  title: '',
  sort: 10,
  kind: 'all',
  positions: [1],
  status: true,
  dates: { start: '', end: '' },
  province: '',
  city: '',
  district: '',
  note: '',
}
const KINDS = [
  { value: 'all', title: '全部' },
  { value: 'own', title: '仅自己' },
]
const POSITIONS = [
  { value: 1, title: '顶部导航' },
  { value: 2, title: '左侧' },
]

/** Province, city and district, each limited by the one before. */
function RegionFields({ control }: { control: Control<z.input<typeof sampleForm>> }) {
  const province = useController({ control, name: 'province' }).field.value
  const city = useController({ control, name: 'city' }).field.value
  const cities = REGIONS[province] ?? {}
  return (
    <>
      <SelectField control={control} name="province" label="省份" required options={options(Object.keys(REGIONS))} />
      <SelectField control={control} name="city" label="城市" required options={options(Object.keys(cities))} />
      <SelectField control={control} name="district" label="区县" options={options(cities[city] ?? [])} />
    </>
  )
}

const payers = z.object({ account: z.string().min(1, '请输入付款账户'), payee: z.string().min(1, '请输入收款账户') })
const payment = z.object({ amount: z.string().regex(/^\d+(\.\d{1,2})?$/, '请输入金额，例如 100.00') })

function Forms() {
  const styles = useDemoStyles()
  const save = useSampleSave(SAVED)
  const [wizard, setWizard] = useState(false)
  return (
    <>
      <Button className={styles.start} onClick={() => setWizard(true)}>
        分步表单
      </Button>
      <ResourceForm title="示例表单" schema={sampleForm} values={SAMPLE} save={save}>
        {(control) => (
          <>
            <TextField control={control} name="title" label="名称" required />
            <NumberField control={control} name="sort" label="排序" min={0} />
            <RadioGroupField control={control} name="kind" label="可见范围" options={KINDS} />
            <CheckboxGroupField control={control} name="positions" label="显示位置" options={POSITIONS} />
            <SwitchField control={control} name="status" label="启用" />
            <DateRangeField control={control} name="dates" label="发布日期" />
            <RegionFields control={control} />
            <TextAreaField control={control} name="note" label="备注" />
          </>
        )}
      </ResourceForm>
      {wizard && (
        <StepWizard<z.input<typeof payers> & z.input<typeof payment>>
          title="转账（示例）"
          values={{ account: '', payee: '', amount: '' }}
          save={simulateSave}
          onClose={() => setWizard(false)}
          steps={[
            {
              title: '填写信息',
              schema: payers,
              render: (control) => (
                <>
                  <TextField control={control} name="account" label="付款账户" required />
                  <TextField control={control} name="payee" label="收款账户" required />
                </>
              ),
            },
            {
              title: '确认金额',
              schema: payment,
              render: (control) => <TextField control={control} name="amount" label="金额" required />,
            },
          ]}
        />
      )}
    </>
  )
}

const person = z.object({
  name: z.string().trim().min(1, '请输入姓名'),
  email: z.email('请输入正确的邮箱格式'),
  role: z.string(),
  note: z.string(),
})
const PERSON = { name: '张明', email: 'zhangming@example.com', role: 'admin', note: '网站群管理员。' }

function PersonalCenter() {
  const save = useSampleSave(SAVED)
  return (
    <ResourceForm title="个人信息" schema={person} values={PERSON} save={save}>
      {(control) => (
        <>
          <TextField control={control} name="name" label="姓名" required />
          <TextField control={control} name="email" label="邮箱" required />
          <SelectField control={control} name="role" label="角色" options={options(['admin', 'editor'])} />
          <TextAreaField control={control} name="note" label="简介" />
        </>
      )}
    </ResourceForm>
  )
}

const user = z.object({
  id: z.number(),
  name: z.string().trim().min(1, '请输入用户名'),
  email: z.email('请输入正确的邮箱格式'),
  roles: z.string().trim().min(1, '请输入角色'),
})

const Users = () => (
  <DemoRows
    label="用户"
    initialRows={[
      { id: 1, name: 'admin', email: 'admin@example.com', roles: 'admin' },
      { id: 2, name: 'editor', email: 'editor@example.com', roles: 'editor' },
      { id: 3, name: 'test', email: 'test@example.com', roles: 'admin、editor' },
    ]}
    columns={[column('name', '用户名'), column('email', '邮箱'), column('roles', '角色', '160px')]}
    schema={user}
    newRow={{ id: 0, name: '', email: '', roles: 'editor' }}
  >
    {(control) => (
      <>
        <TextField control={control} name="name" label="用户名" required autoFocus />
        <TextField control={control} name="email" label="邮箱" required />
        <TextField control={control} name="roles" label="角色" required />
      </>
    )}
  </DemoRows>
)

const role = z.object({
  id: z.number(),
  name: z.string().trim().min(1, '请输入角色'),
  ability: z.string().trim().min(1, '请输入能力'),
})

const Roles = () => (
  <DemoRows
    label="角色"
    initialRows={[
      { id: 1, name: 'admin', ability: 'read、write、delete' },
      { id: 2, name: 'editor', ability: 'read、write' },
    ]}
    columns={[column('name', '角色'), column('ability', '能力')]}
    schema={role}
    newRow={{ id: 0, name: '', ability: 'read' }}
  >
    {(control) => (
      <>
        <TextField control={control} name="name" label="角色" required autoFocus />
        <TextField control={control} name="ability" label="能力" required />
      </>
    )}
  </DemoRows>
)

const SITES = ['集团官网', '海洋科技', '校园频道', '新闻门户'] as const
const MODES = ['自动转发', '手动转发'] as const
const ruleBasics = z.object({ name: z.string().trim().min(1, '请输入规则名称'), source: z.string() })
const ruleTarget = z.object({ target: z.string(), mode: z.string() })
type Rule = z.input<typeof ruleBasics> & z.input<typeof ruleTarget>

const RULES: readonly Rule[] = [
  { name: '要闻转发', source: '集团官网', target: '新闻门户', mode: '自动转发' },
  { name: '招聘信息', source: '集团官网', target: '校园频道', mode: '手动转发' },
]
const RULE_COLUMNS: readonly TableColumn<Rule>[] = [
  column('name', '规则名称'),
  column('source', '来源站点', '140px'),
  column('target', '目标站点', '140px'),
  column('mode', '转发方式', '140px'),
]

function ForwardingRules() {
  const styles = useDemoStyles()
  const [rows, setRows] = useState(RULES)
  const [open, setOpen] = useState(false)
  const add = async (rule: Rule): Promise<{ code: number }> => {
    const answer = await simulateSave()
    setRows([...rows, rule])
    return answer
  }
  return (
    <>
      <Button className={styles.start} appearance="primary" icon={<AddRegular />} onClick={() => setOpen(true)}>
        添加规则
      </Button>
      <DataTable
        label="转发规则"
        columns={RULE_COLUMNS}
        rows={rows}
        rowKey={(row) => row.name}
        rowLabel={(row) => row.name}
      />
      {open && (
        <StepWizard<Rule>
          title="转发规则（示例）"
          values={{ name: '', source: SITES[0], target: SITES[1], mode: MODES[0] }}
          save={add}
          onClose={() => setOpen(false)}
          steps={[
            {
              title: '基本信息',
              schema: ruleBasics,
              render: (control) => (
                <>
                  <TextField control={control} name="name" label="规则名称" required />
                  <SelectField control={control} name="source" label="来源站点" options={options(SITES)} />
                </>
              ),
            },
            {
              title: '转发到',
              schema: ruleTarget,
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
    </>
  )
}

export const FORM_PAGES: DemoContents = {
  '/vab/form': { text: '各种字段、校验、联动的省市区，以及分步表单。', Content: Forms },
  '/setting/personalCenter': { text: '个人信息的表单。', Content: PersonalCenter },
  '/setting/userManagement': { text: '新增、编辑和删除示例用户。', Content: Users },
  '/setting/roleManagement': { text: '新增、编辑和删除示例角色。', Content: Roles },
  '/system/demo/forwarding-rules': {
    text: '跨站转发规则和两步向导，均为示例数据，不连接服务器。',
    Content: ForwardingRules,
  },
}
