import { Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { revisionLimits } from '#shared/contract/templateRevision.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const useStyles = makeStyles({
  root: { color: tokens.colorNeutralForeground3, flexShrink: 0 },
  link: { fontSize: 'inherit' },
})

/** How many versions are kept; super administrators set it here. */
export function RevisionLimitLine() {
  const styles = useStyles()
  const [setting, openSetting] = useState(false)
  const { data } = useRead('templateRevision.limits', {}, { quiet: true })
  const save = useWrite('templateRevision.saveLimits', { quiet: true })
  if (!data) return null
  const { mayChange, ...limits } = data
  return (
    <Text size={200} className={styles.root}>
      {`每个文件保留最近 ${limits.versions} 个版本，被替换后最多保留 ${limits.days} 天。`}{' '}
      {mayChange && (
        <Link inline className={styles.link} onClick={() => openSetting(true)}>
          修改
        </Link>
      )}
      {setting && (
        <FormDialog
          title="历史版本的保留设置"
          schema={revisionLimits}
          values={limits}
          save={save.mutateAsync}
          onClose={() => openSetting(false)}
        >
          {(control) => (
            <>
              <NumberField control={control} name="versions" label="每个文件的版本数" required />
              <NumberField control={control} name="days" label="被替换后保留天数" required />
            </>
          )}
        </FormDialog>
      )}
    </Text>
  )
}
