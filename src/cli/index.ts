#!/usr/bin/env node
import { runProcess } from "../shared/command-line/run-command"
import { runCli } from "./run"

void runProcess(runCli)
