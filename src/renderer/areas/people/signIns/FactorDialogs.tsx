import { Button, Text } from '@fluentui/react-components'
import { z } from 'zod'
import type { OwnFactor } from '#shared/contract/security.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CodeField } from '#renderer/features/session/secondFactor/CodeField.tsx'
import { RecoveryCodes } from '#renderer/features/session/secondFactor/RecoveryCodes.tsx'
import { SetUp } from '#renderer/features/session/secondFactor/SetUp.tsx'
import { FACTOR } from '#renderer/features/session/secondFactor/text.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

/** Which dialog is open, with the factor as it was then. */
export interface OpenedFactor {
  kind: 'set-up' | 'codes' | 'off'
  factor: OwnFactor
}

const schema = z.object({ factorCode: z.string().trim().min(1, FACTOR.missing) })

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
      <PanelDialog
        title={opened.factor.isOn ? FACTOR.againTitle : FACTOR.turnOnTitle}
        size="small"
        firm
        onClose={onClose}
      >
        <SetUp factor={opened.factor} doneText={FACTOR.saved} onDone={onClose} />
      </PanelDialog>
    )
  const isOff = opened.kind === 'off'
  return (
    <FormDialog
      title={isOff ? FACTOR.turnOffTitle : FACTOR.newCodes}
      schema={schema}
      values={{ factorCode: '' }}
      releaseMs={0}
      save={isOff ? remove.mutateAsync : renew.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <Text>{isOff ? FACTOR.turnOffText : FACTOR.newCodesText}</Text>
          <CodeField control={control} name="factorCode" label={FACTOR.code} hint={FACTOR.proveByCode} autoFocus />
        </>
      )}
    </FormDialog>
  )
}

/** Shows new recovery codes, this one time. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <PanelDialog
      title={FACTOR.codesTitle}
      size="small"
      firm
      onClose={onClose}
      footer={
        <Button appearance="primary" onClick={onClose}>
          {FACTOR.saved}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </PanelDialog>
  )
}
