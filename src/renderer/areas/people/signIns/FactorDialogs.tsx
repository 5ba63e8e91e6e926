import { Button, Text } from '@fluentui/react-components'
import { z } from 'zod'
import type { OwnFactor } from '#shared/contract/security.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CodeField } from '#renderer/features/session/secondFactor/CodeField.tsx'
import { RecoveryCodes } from '#renderer/features/session/secondFactor/RecoveryCodes.tsx'
import { PROVE_BY_CODE, SetUp } from '#renderer/features/session/secondFactor/SetUp.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

/** The open dialog, with the factor's state when it was opened. */
export interface FactorDialogState {
  kind: 'set-up' | 'codes' | 'off'
  factor: OwnFactor
}

const schema = z.object({ factorCode: z.string().trim().min(1, '请输入验证码') })

interface Props {
  opened: FactorDialogState
  /** Called with new recovery codes, which have to be shown. */
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** Sets up or removes the own second factor, or generates new recovery codes. */
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
  const isRemoval = opened.kind === 'off'
  return (
    <FormDialog
      title={isRemoval ? '关闭两步验证' : '重新生成恢复码'}
      schema={schema}
      values={{ factorCode: '' }}
      releaseMs={0}
      save={isRemoval ? remove.mutateAsync : renew.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <Text>{isRemoval ? '关闭后，仅凭密码即可登录，恢复码同时失效。' : '原有的恢复码将全部失效。'}</Text>
          <CodeField control={control} name="factorCode" label="两步验证码" hint={PROVE_BY_CODE} autoFocus />
        </>
      )}
    </FormDialog>
  )
}

/** Shows new recovery codes once. */
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
