import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { connectionForm } from '#shared/contract/host.ts'
import { requestFactOf } from '#shared/errors/index.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { ConnectionTest } from './useConnectionTest.ts'

type In = z.input<typeof connectionForm>
type Out = z.output<typeof connectionForm>

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, justifyItems: 'start' },
  bar: { width: '100%' },
  fingerprint: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
})

/** Tests the connection, shows the result, and asks whether to accept a self-signed certificate. */
export function TestReport({ control, test }: { control: Control<In, unknown, Out>; test: ConnectionTest }) {
  const styles = useStyles()
  const toast = useToast()
  const typed = useWatch({ control })
  const certificate = useController({ control, name: 'certificate' })
  const { report, failure, busy } = test

  const run = (accepted?: string): void => {
    const form = connectionForm.safeParse({ ...typed, ...(accepted ? { certificate: accepted } : {}) })
    if (!form.success) return toast.error(form.error.issues[0]?.message ?? '请检查填写的内容')
    test.run(form.data).catch(() => {
      // The failure is shown below.
    })
  }
  const fingerprint = failure?.code === 'bad-certificate' ? (requestFactOf(failure).fingerprint ?? '') : ''

  return (
    <div className={styles.root}>
      <Button
        icon={busy ? <Spinner size="tiny" aria-hidden /> : <PlugConnectedCheckmarkRegular />}
        disabled={busy}
        onClick={() => run()}
      >
        测试连接
      </Button>
      {report && (
        <MessageBar className={styles.bar} intent="success" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>连接成功</MessageBarTitle>
            {report.own ? `站匠服务器 ${report.version}` : '兼容的服务器'}，用时 {report.milliseconds} 毫秒
          </MessageBarBody>
        </MessageBar>
      )}
      {failure && (
        <MessageBar className={styles.bar} intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            <MessageBarTitle>连接失败</MessageBarTitle>
            {failure.message}
            {fingerprint && <div className={styles.fingerprint}>SHA-256 {fingerprint}</div>}
          </MessageBarBody>
          {fingerprint && (
            <MessageBarActions>
              <Button
                onClick={() => {
                  certificate.field.onChange(fingerprint)
                  run(fingerprint)
                }}
              >
                接受此证书
              </Button>
            </MessageBarActions>
          )}
        </MessageBar>
      )}
    </div>
  )
}
