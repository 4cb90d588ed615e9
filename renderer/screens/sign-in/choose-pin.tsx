import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAct } from '../../gateway/act.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { NewPinFields, useNewPin } from '../../parts/pin.tsx'
import { PageTitle } from '../../parts/section.tsx'
import { faultEntriesOf, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { newPinWords } from '../../words/new-pin.ts'
import style from './sign-in-frame.module.css'

interface ChoosePinProps {
  /** The words of the form. */
  readonly title: string
  readonly text: string
  readonly codeLabel: string
  readonly codeHint?: string
  readonly pinLabel: string
  /** Of the person who chooses. */
  readonly ofRole: string
  readonly act: string
  /** The code, if the desktop knows it. */
  readonly knownCode?: string | undefined
  /** Fields between the code and the PIN. */
  readonly children?: ReactNode
  /** The label of a field among them that is empty. */
  readonly missing?: string | false
  /** Asks the gateway to set this PIN. */
  choose(code: string, pin: string): Promise<unknown>
}

/** A person with a code chooses a PIN: the first owner with the set-up code, others with a one-time code. */
export function ChoosePin({ knownCode = '', children, missing: other = false, choose, ...words }: ChoosePinProps) {
  const say = useWords(newPinWords)
  const [typed, setTyped] = useState<string | null>(null)
  const code = (typed ?? knownCode).trim()
  const chosen = useNewPin(words.ofRole)
  const choosing = useAct([], () => choose(code, chosen.pin))
  const faultAt = (end: RegExp) => faultEntriesOf(choosing.error).find(({ pointer }) => end.test(pointer))?.message
  const [codeFault, pinFault] = [faultAt(/code$/), faultAt(/pin$/)]
  const empty = [code === '' && words.codeLabel, other, !chosen.isWhole && words.pinLabel]
  const missing = empty.filter((label) => label !== false)
  const isWhole = missing.length === 0
  const submit = () => {
    if (isWhole && !choosing.isPending) choosing.mutate()
  }
  return (
    <form onSubmit={withPreventDefault(submit)}>
      <Stack gap="md">
        <PageTitle>{words.title}</PageTitle>
        <Text>{words.text}</Text>
        {!(codeFault || pinFault) && <Refused error={choosing.error} />}
        <div className={style['pair']}>
          <TextInput
            label={words.codeLabel}
            description={words.codeHint}
            value={typed ?? knownCode}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={codeFault}
            spellCheck={false}
            autoFocus
            required
          />
          {children}
        </div>
        <NewPinFields label={words.pinLabel} value={chosen} error={pinFault} />
        <Button type="submit" size="lg" fullWidth loading={choosing.isPending} disabled={!isWhole}>
          {words.act}
        </Button>
        {missing.length > 0 && <Text className="quiet">{say('missing', { fields: missing.join(' · ') })}</Text>}
      </Stack>
    </form>
  )
}
