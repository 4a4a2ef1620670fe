import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import type {
  AdminConnectionTestResponse,
  AdminCurrenciesResponse,
  AdminSettingChangesResponse,
  AdminSettingsResponse,
  AdminTestConnection,
} from "../../http-types"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"

export type Settings = AdminSettingsResponse["settings"]

const ROOT = [...queryKeys.all, "settings"] as const

export const settingsKeys = {
  all: ROOT,
  current: [...ROOT, "current"] as const,
  currencies: [...ROOT, "currencies"] as const,
  storeCurrencies: [...ROOT, "store-currencies"] as const,
  changes: (limit: number) => [...ROOT, "changes", limit] as const,
}

export function useSettings() {
  return useQuery({
    queryKey: settingsKeys.current,
    queryFn: async () => {
      const { settings } = await sdk.client.fetch<AdminSettingsResponse>(
        "/admin/stablecoin/settings"
      )
      return settings
    },
  })
}

/** The coins that each rail accepts, according to the gateway. */
export function useGatewayCurrencies() {
  return useQuery({
    queryKey: settingsKeys.currencies,
    queryFn: async () => {
      const { currencies } = await sdk.client.fetch<AdminCurrenciesResponse>(
        "/admin/stablecoin/currencies"
      )
      return currencies
    },
  })
}

/** Codes of the currencies that the store sells in, in lower case. */
export function useStoreCurrencies() {
  return useQuery({
    queryKey: settingsKeys.storeCurrencies,
    queryFn: async () => {
      const { stores } = await sdk.admin.store.list()
      const codes = stores
        .flatMap(({ supported_currencies }) => supported_currencies)
        .map(({ currency_code }) => currency_code.toLowerCase())
      return [...new Set(codes)]
    },
  })
}

/** Changes of settings, newest first. */
export function useSettingChanges(limit: number) {
  return useQuery({
    queryKey: settingsKeys.changes(limit),
    queryFn: () =>
      sdk.client.fetch<AdminSettingChangesResponse>(
        "/admin/stablecoin/settings/changes",
        { query: { limit, offset: 0 } }
      ),
    placeholderData: keepPreviousData,
  })
}

/**
 * Tests credentials at the gateway. A failed test is a result, not an error.
 */
export function useConnectionTest() {
  return useMutation({
    // The cache keeps the request, which contains a secret, until the form
    // closes.
    gcTime: 0,
    mutationFn: async (body: AdminTestConnection) => {
      const { test } = await sdk.client.fetch<AdminConnectionTestResponse>(
        "/admin/stablecoin/settings/test",
        { method: "POST", body }
      )
      return test
    },
  })
}
