import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle, tokens } from '@fluentui/react-components'
import { useRead } from '#renderer/data/useRead.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

export const MANAGED_HINT = '由管理员设置'

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
})

/** Whether the administrator's policy sets this setting. */
export function useIsManaged(name: string): boolean {
  const { data } = useRead('policy.status', {}, { quiet: true })
  return data?.set.some((each) => each.name === name) ?? false
}

/** The settings of the administrator's policy and their problems; nothing without a policy. */
export function ManagedCard() {
  const styles = useStyles()
  const { data } = useRead('policy.status', {}, { quiet: true })
  if (!data || (data.set.length === 0 && data.problems.length === 0)) return null
  return (
    <Card title={MANAGED_HINT}>
      {data.problems.length > 0 && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>以下设置有误，未生效，请联系管理员</MessageBarTitle>
            <ul className={styles.list}>
              {data.problems.map(({ title, origin, text }) => (
                <li key={`${origin} ${title} ${text}`}>
                  {title && `${title}：`}
                  {text}（{origin}）
                </li>
              ))}
            </ul>
          </MessageBarBody>
        </MessageBar>
      )}
      <Facts facts={data.set.map(({ title, value, origin }) => ({ name: title, value: `${value}（${origin}）` }))} />
    </Card>
  )
}
