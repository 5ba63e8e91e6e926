import { z } from 'zod'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { saved } from '#renderer/areas/demo/shared/samples.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const schema = z.object({
  name: z.string().trim().min(1, '请输入姓名'),
  email: z.email('请输入正确的邮箱格式'),
  role: z.string(),
  note: z.string(),
})
const VALUES = { name: '张明', email: 'zhangming@example.com', role: 'admin', note: '网站群管理员。' }
const ROLES = [
  { value: 'admin', title: 'admin' },
  { value: 'editor', title: 'editor' },
]

/** 个人信息的表单。 */
export function PersonalCenterDemo() {
  const toast = useToast()
  const save = async (): Promise<{ code: number }> => {
    const answer = await saved()
    toast.success('保存成功（示例）')
    return answer
  }
  return (
    <DemoPage title="个人中心" text="个人信息的表单。">
      <ResourceForm title="个人信息" schema={schema} values={VALUES} save={save}>
        {(control) => (
          <>
            <TextField control={control} name="name" label="姓名" required />
            <TextField control={control} name="email" label="邮箱" required />
            <SelectField control={control} name="role" label="角色" options={ROLES} />
            <TextAreaField control={control} name="note" label="简介" />
          </>
        )}
      </ResourceForm>
    </DemoPage>
  )
}
