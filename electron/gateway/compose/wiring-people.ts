import packageJson from '../../../package.json' with { type: 'json' }
import { type InstallationName, installationNames } from '../../../shared/domain/installation.ts'
import {
  checkInstallation,
  chooseInstallation,
  prepareCompany,
  prepareCredentials,
  restore,
  showInstallations,
} from '../features/installations/installations.ts'
import { approve } from '../features/people/approve.ts'
import type { PeopleDeps } from '../features/people/deps.ts'
import { changePin, choosePin } from '../features/people/own-pin.ts'
import { lockSession, showSession, signIn, signOut, unlockSession } from '../features/people/session.ts'
import { setUp, showSetup } from '../features/people/setup.ts'
import {
  createPerson,
  disablePerson,
  enablePerson,
  listNames,
  listPeople,
  setOutlets,
  setPin,
  setRole,
} from '../features/people/staff.ts'
import { createDraft, finishDraft, listDrafts, saveDraft, showDraft } from '../features/submissions/drafts.ts'
import type { OperatorHandlers } from '../http/call.ts'
import type { Installations } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { Built, WiringDeps } from './wiring-deps.ts'

type Some = Partial<OperatorHandlers>

/** What people ask of themselves and of each other, and of the installation they sit at. */
export const peopleHandlers = (deps: WiringDeps, built: Built) => ({
  ...peopleHere(deps, built),
  ...drafts(deps, built),
  ...toProduction(deps, built),
})

/** Who is in front of the screens, who works here, and what they may. */
function peopleHere(deps: WiringDeps, { store, records, room }: Built) {
  const { settings, clock, randomness, refusals, installations } = deps
  const { pins, sessions, setupCodes, approvals, copyKeyOf } = room
  const peopleDeps: PeopleDeps = {
    pins,
    sessions,
    setupCodes,
    approvals,
    copyKeyOf,
    people: store.people,
    companies: store.companies,
    acts: store.acts,
    records,
    clock,
    randomness,
    refused: () => refusals.count('wrong_code'),
    installation: installationOf(settings, installations),
  }
  return {
    setup: showSetup(peopleDeps),
    setUp: setUp(peopleDeps),
    signIn: signIn(peopleDeps),
    choosePin: choosePin(peopleDeps),
    signOut: signOut(peopleDeps),
    session: showSession(peopleDeps),
    lock: lockSession(peopleDeps),
    unlock: unlockSession(peopleDeps),
    changePin: changePin(peopleDeps),
    approve: approve(peopleDeps),
    peopleNames: listNames(peopleDeps),
    listPeople: listPeople(peopleDeps),
    createPerson: createPerson(peopleDeps),
    setPin: setPin(peopleDeps),
    setRole: setRole(peopleDeps),
    setOutlets: setOutlets(peopleDeps),
    disablePerson: disablePerson(peopleDeps),
    enablePerson: enablePerson(peopleDeps),
  } satisfies Some
}

/** What may be said of a gateway to somebody who is not signed in. */
const installationOf = ({ authority, myinvois }: Settings, installations?: Installations) => ({
  mode: installations?.here ?? modeOf(authority, myinvois?.environment),
  authority,
  environment: myinvois?.environment ?? null,
  app_version: packageJson.version,
})

const modeOf = (authority: Settings['authority'], environment?: string): InstallationName | null =>
  installationNames.find((name) => name === (authority === 'practice' ? authority : environment)) ?? null

function drafts({ clock, randomness }: WiringDeps, { store }: Built) {
  const draftDeps = { drafts: store.drafts, clock, randomness }
  return {
    listDrafts: listDrafts(draftDeps),
    createDraft: createDraft(draftDeps),
    draft: showDraft(draftDeps),
    saveDraft: saveDraft(draftDeps),
    finishDraft: finishDraft(draftDeps),
  } satisfies Some
}

/** The way from practice to production. */
function toProduction({ installations: way, clock, copy }: WiringDeps, { store: { people } }: Built) {
  const installationDeps = { installations: way ?? null, people, clock, copy }
  return {
    installations: showInstallations(installationDeps),
    prepareCompany: prepareCompany(installationDeps),
    prepareCredentials: prepareCredentials(installationDeps),
    checkInstallation: checkInstallation(installationDeps),
    chooseInstallation: chooseInstallation(installationDeps),
    restore: restore(installationDeps),
  } satisfies Some
}
