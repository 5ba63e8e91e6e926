import { Button, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { DateRangeField } from '#renderer/ui/fields/DateRangeField.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { saved } from '#renderer/areas/demo/shared/samples.ts'
import { RegionFields } from './RegionFields.tsx'
import { type RegionForm, regionForm } from './regionForm.ts'
import { WizardDemo } from './WizardDemo.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ wizard: { alignSelf: 'start' } })

const VALUES: RegionForm = {
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

/** 各种字段、校验、联动的省市区，以及分步表单。 */
export function FormDemo() {
  const styles = useStyles()
  const toast = useToast()
  const [wizard, setWizard] = useState(false)
  const save = async (): Promise<{ code: number }> => {
    const answer = await saved()
    toast.success('保存成功（示例）')
    return answer
  }
  return (
    <DemoPage title="表单" text="各种字段、校验、联动的省市区，以及分步表单。">
      <Button className={styles.wizard} onClick={() => setWizard(true)}>
        分步表单
      </Button>
      <ResourceForm title="示例表单" schema={regionForm} values={VALUES} save={save}>
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
      {wizard && <WizardDemo onClose={() => setWizard(false)} />}
    </DemoPage>
  )
}
