import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { type AnalyticsState, setAnalyticsSource } from '#shared/contract/analytics.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'
import { ANALYTICS } from '../text.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
})

/** The server's own counting: on or off, and where it lies for a site on another server. Saving makes it the one shown. */
export function OwnForm({ state, onClose }: { state: AnalyticsState; onClose: () => void }) {
  const styles = useStyles()
  const isAdmin = isSuper(useAuthority())
  const save = useWrite('analytics.setSource')
  const { control, busy, submit } = useSaveForm({
    schema: setAnalyticsSource,
    values: {
      siteId: state.siteId,
      source: 'own',
      isCounting: state.source === 'own' ? state.isCounting : true,
      countUrl: state.countUrl,
    },
    save: save.mutateAsync,
    onClose,
  })
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Text>
        {ANALYTICS.ownText}
        {ANALYTICS.rebuild}
      </Text>
      {state.domain === '' && (
        <MessageBar intent="warning">
          <MessageBarBody>{ANALYTICS.noDomain}</MessageBarBody>
        </MessageBar>
      )}
      <SwitchField control={control} name="isCounting" label={ANALYTICS.counting} />
      {!state.isCountUrlConfirmed && (
        <MessageBar intent="warning">
          <MessageBarBody>{isAdmin ? ANALYTICS.confirmCountUrl : ANALYTICS.unconfirmedCountUrl}</MessageBarBody>
        </MessageBar>
      )}
      <TextField
        control={control}
        name="countUrl"
        label={ANALYTICS.countUrl}
        hint={isAdmin ? ANALYTICS.countUrlHint : ANALYTICS.countUrlAdmins}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          确定
        </Button>
      </div>
    </form>
  )
}
