import { Button, Text } from '@fluentui/react-components'
import { z } from 'zod'
import type { OwnFactor } from '#shared/contract/security.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CodeField } from '#renderer/features/session/secondFactor/CodeField.tsx'
import { RecoveryCodes } from '#renderer/features/session/secondFactor/RecoveryCodes.tsx'
import { PROVE_BY_CODE, SetUp } from '#renderer/features/session/secondFactor/SetUp.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

/** Which dialog is open, with the factor as it was then. */
export interface OpenedFactor {
  kind: 'set-up' | 'codes' | 'off'
  factor: OwnFactor
}

const schema = z.object({ factorCode: z.string().trim().min(1, '请输入验证码') })

interface Props {
  opened: OpenedFactor
  /** New recovery codes are to be shown. */
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** Setting one's second factor up, switching it off, or making new recovery codes. */
export function FactorDialog({ opened, onCodes, onClose }: Props) {
  const renew = useWrite('security.newRecoveryCodes', {
    onSuccess: ({ data }) => onCodes(data.recoveryCodes),
  })
  const remove = useWrite('security.removeSecondFactor')
  if (opened.kind === 'set-up')
    return (
      <PanelDialog title={opened.factor.isOn ? '重新设置两步验证' : '开启两步验证'} size="small" firm onClose={onClose}>
        <SetUp factor={opened.factor} doneText="我已保存" onDone={onClose} />
      </PanelDialog>
    )
  const isOff = opened.kind === 'off'
  return (
    <FormDialog
      title={isOff ? '关闭两步验证' : '重新生成恢复码'}
      schema={schema}
      values={{ factorCode: '' }}
      releaseMs={0}
      save={isOff ? remove.mutateAsync : renew.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <Text>{isOff ? '关闭后，只凭密码就能登录。恢复码会一并失效。' : '原来的恢复码会全部失效。'}</Text>
          <CodeField control={control} name="factorCode" label="两步验证码" hint={PROVE_BY_CODE} autoFocus />
        </>
      )}
    </FormDialog>
  )
}

/** Shows new recovery codes, this one time. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <PanelDialog
      title="恢复码"
      size="small"
      firm
      onClose={onClose}
      footer={
        <Button appearance="primary" onClick={onClose}>
          我已保存
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </PanelDialog>
  )
}
