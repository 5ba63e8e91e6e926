import { z } from 'zod'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { StepWizard } from '#renderer/ui/form/StepWizard.tsx'
import { saved } from '#renderer/areas/demo/shared/samples.ts'

const first = z.object({ account: z.string().min(1, '请输入付款账户'), payee: z.string().min(1, '请输入收款账户') })
const second = z.object({ amount: z.string().regex(/^\d+(\.\d{1,2})?$/, '请输入金额，例如 100.00') })

/** A form in two steps. */
export function WizardDemo({ onClose }: { onClose: () => void }) {
  return (
    <StepWizard<{ account: string; payee: string; amount: string }>
      title="转账（示例）"
      values={{ account: '', payee: '', amount: '' }}
      save={saved}
      onClose={onClose}
      steps={[
        {
          title: '填写信息',
          schema: first,
          render: (control) => (
            <>
              <TextField control={control} name="account" label="付款账户" required />
              <TextField control={control} name="payee" label="收款账户" required />
            </>
          ),
        },
        {
          title: '确认金额',
          schema: second,
          render: (control) => <TextField control={control} name="amount" label="金额" required />,
        },
      ]}
    />
  )
}
