import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useWatch } from 'react-hook-form'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import type { TargetControl } from './targetForm.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

export const RELEASE_LABELS = { hasReleases: '整站切换', keptReleases: '保留份数' }
export const NEW_RELEASES = { hasReleases: false, keptReleases: 5 }

/** Kinds of targets that have links. */
const KINDS: readonly (PublishTarget['kind'] | undefined)[] = ['folder', 'sftp']

/** Whether each release lies in a folder of its own, to which a link is switched. Targets without links show nothing. */
export function ReleaseFields({ control }: { control: TargetControl }) {
  const styles = useStyles()
  const [kind, hasReleases, folder] = useWatch({ control, name: ['kind', 'hasReleases', 'folder'] })
  if (!KINDS.includes(kind)) return null
  const served = `${(folder ?? '').replace(/[\\/]+$/, '')}/current`
  return (
    <>
      <div className={styles.pairs}>
        <SwitchField
          control={control}
          name="hasReleases"
          label="整站切换"
          hint="新版本全部就绪后一次切换，访客不会看到新旧混合的网站"
          states={{ on: '开启', off: '关闭' }}
        />
        {hasReleases === true && (
          <NumberField
            control={control}
            name="keptReleases"
            label="保留份数"
            min={2}
            max={50}
            hint="保留的版本可以一步还原，未改动的文件不重复占用空间"
          />
        )}
      </div>
      {hasReleases === true && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            请把 Web 服务器的网站根目录设为“{served}
            ”，并允许跟随链接。每个版本放在“releases”中，“current”指向正在使用的版本。
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  )
}
