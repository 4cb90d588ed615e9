import { Button, PasswordInput, Select, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { languages } from '../../../shared/words/words.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useGatewayInfo } from '../../gateway/health.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { fieldFaultOf, Notice, QueryState, Refused } from '../../parts/states.tsx'
import { languageNames, useWords } from '../../words/language.ts'
import { mailWords } from '../../words/mail.ts'
import { AskBeforeLeaving, Page, Part } from './page.tsx'
import style from './settings.module.css'

/** The mail server that sends e-invoices to buyers and alerts to the owner. */
export function MailSettings() {
  const say = useWords(mailWords)
  const { data, ...query } = useQuery({ queryKey: ['mail-settings'], queryFn: () => operator('mailSettings') })
  if (!data) return <QueryState query={query} />
  return (
    <Page title={say('EMAIL')} text={say('mail_text')}>
      <Part title={say('server')}>
        <Server settings={data} />
      </Part>
      {data.host !== '' && (
        <Part title={say('test')}>
          <Test />
        </Part>
      )}
    </Page>
  )
}

function Server({ settings }: { readonly settings: OperatorAnswer<'mailSettings'> }) {
  const say = useWords(mailWords)
  const isPractice = useGatewayInfo().data?.authority === 'practice'
  const form = useForm({
    mode: 'controlled',
    initialValues: { ...settings, port: String(settings.port), password: '' },
  })
  const { port, password, ...typed } = form.getValues()
  const body = { ...typed, port: Number(port), ...(password !== '' && { password }) }
  const save = useAct(
    ['mail-settings'],
    () => operator('setMail', { body }),
    () => form.resetDirty(),
  )
  const field = (name: 'host' | 'port' | 'user' | 'sender' | 'alerts_to' | 'quiet_hours') => ({
    label: say(name),
    ...form.getInputProps(name),
    error: fieldFaultOf(save.error, `/${name}`),
  })
  return (
    <form onSubmit={withPreventDefault(save.mutate)} onInput={save.reset}>
      <AskBeforeLeaving isOn={form.isDirty()} />
      {isPractice && <Notice tone="hint">{say('only_this_machine')}</Notice>}
      <TextInput {...field('host')} description={say('host_hint')} placeholder="smtp.example.my" />
      <TextInput {...field('port')} description={say('port_hint')} inputMode="numeric" required />
      <TextInput {...field('user')} description={say('user_hint')} />
      <PasswordInput
        label={say('password')}
        description={say('password_kept')}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <TextInput {...field('sender')} inputMode="email" withAsterisk={typed.host.trim() !== ''} />
      <Select
        label={say('language')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
      <TextInput {...field('alerts_to')} description={say('alerts_hint')} inputMode="email" />
      <TextInput {...field('quiet_hours')} description={say('quiet_hint')} placeholder="22:00-07:00" />
      <Switch my="sm" label={say('automatic')} {...form.getInputProps('automatic', { type: 'checkbox' })} />
      <Refused error={save.error} />
      {save.isSuccess && <Notice tone="calm">{say('is_saved')}</Notice>}
      <Button type="submit" loading={save.isPending}>
        {say('save')}
      </Button>
    </form>
  )
}

function Test() {
  const say = useWords(mailWords)
  const [to, setTo] = useState('')
  const test = useAct([], () => operator('testMail', { body: { address: to.trim() } }))
  const reason = test.data?.reason ?? null
  // A code of the mail library, not an answer of the server.
  const isCode = reason?.match(/^E[A-Z]+$/)
  return (
    <form onSubmit={withPreventDefault(test.mutate)}>
      <Text className="quiet">{say('test_text')}</Text>
      <div className={style['row']}>
        <TextInput label={say('to')} inputMode="email" value={to} onChange={(event) => setTo(event.target.value)} />
        <Button type="submit" loading={test.isPending} disabled={to.trim() === ''}>
          {say('send_test')}
        </Button>
      </div>
      <Refused error={test.error} />
      {test.data && (
        <Notice tone={reason === null ? 'calm' : 'bad'}>
          {reason === null ? say('test_sent') : isCode ? say('no_connection') : say('test_failed', { reason })}
        </Notice>
      )}
    </form>
  )
}
